<<<<<<<< HEAD:generated/dashboard/assets/alert-tabs-BDHcsXLA.js
import{r as e}from"./dialog-DYyFuR6h.js";import{t}from"./alerts-CBTNfmMJ.js";import{t as n}from"./page-tabs-Dniydtgq.js";import{B as r}from"./ui-Cfnqs9dp.js";var i=r();function a(){let r=e(`anomalies.read`);return(0,i.jsx)(n,{label:t.tabs.label,tabs:[{to:`alerts`,title:t.tabs.alerts},r&&{to:`alerts/anomalies`,title:t.tabs.anomalies},{to:`alerts/rules`,title:t.tabs.rules}]})}export{a as t};
========
import{r as e}from"./dialog-DYyFuR6h.js";import{t}from"./alerts-CBTNfmMJ.js";import{t as n}from"./page-tabs-BCFexv3U.js";import{B as r}from"./ui-Cfnqs9dp.js";var i=r();function a(){let r=e(`anomalies.read`);return(0,i.jsx)(n,{label:t.tabs.label,tabs:[{to:`alerts`,title:t.tabs.alerts},r&&{to:`alerts/anomalies`,title:t.tabs.anomalies},{to:`alerts/rules`,title:t.tabs.rules}]})}export{a as t};
>>>>>>>> f924f50c (generated: the dashboard with the reason MALFORMED):generated/dashboard/assets/alert-tabs-D5ikjr0D.js
