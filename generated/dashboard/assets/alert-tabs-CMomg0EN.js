<<<<<<<< HEAD:generated/dashboard/assets/alert-tabs-D1P7GNIv.js
import{r as e}from"./dialog-DYyFuR6h.js";import{t}from"./alerts-CBTNfmMJ.js";import{t as n}from"./page-tabs-mg8wFUxV.js";import{B as r}from"./ui-Cfnqs9dp.js";var i=r();function a(){let r=e(`anomalies.read`);return(0,i.jsx)(n,{label:t.tabs.label,tabs:[{to:`alerts`,title:t.tabs.alerts},r&&{to:`alerts/anomalies`,title:t.tabs.anomalies},{to:`alerts/rules`,title:t.tabs.rules}]})}export{a as t};
========
import{r as e}from"./dialog-DYyFuR6h.js";import{t}from"./alerts-CBTNfmMJ.js";import{t as n}from"./page-tabs-qnE1dHPI.js";import{B as r}from"./ui-Cfnqs9dp.js";var i=r();function a(){let r=e(`anomalies.read`);return(0,i.jsx)(n,{label:t.tabs.label,tabs:[{to:`alerts`,title:t.tabs.alerts},r&&{to:`alerts/anomalies`,title:t.tabs.anomalies},{to:`alerts/rules`,title:t.tabs.rules}]})}export{a as t};
>>>>>>>> 1412abf9 (dashboard: built with mayGiveLasting of federated subjects):generated/dashboard/assets/alert-tabs-CMomg0EN.js
