<<<<<<<< HEAD:generated/dashboard/assets/alert-tabs-B3gNHQqL.js
import{r as e}from"./dialog-BwE3Wkzv.js";import{t}from"./alerts-Cd_x4qC7.js";import{t as n}from"./page-tabs-S90xM1bn.js";import{B as r}from"./ui-CX65ObPi.js";var i=r();function a(){let r=e(`anomalies.read`);return(0,i.jsx)(n,{label:t.tabs.label,tabs:[{to:`alerts`,title:t.tabs.alerts},r&&{to:`alerts/anomalies`,title:t.tabs.anomalies},{to:`alerts/rules`,title:t.tabs.rules}]})}export{a as t};
========
import{r as e}from"./dialog-CTSOVL9h.js";import{t}from"./alerts-BXWFCKwD.js";import{t as n}from"./page-tabs-Xlv7Sqbz.js";import{B as r}from"./ui-CX65ObPi.js";var i=r();function a(){let r=e(`anomalies.read`);return(0,i.jsx)(n,{label:t.tabs.label,tabs:[{to:`alerts`,title:t.tabs.alerts},r&&{to:`alerts/anomalies`,title:t.tabs.anomalies},{to:`alerts/rules`,title:t.tabs.rules}]})}export{a as t};
>>>>>>>> 8f46ea41 (generated: the dashboard, and the contract in plain English):generated/dashboard/assets/alert-tabs-CWrRoqUs.js
