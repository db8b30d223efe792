<<<<<<<< HEAD:generated/dashboard/assets/alert-tabs-33rG9YF6.js
import{i as e}from"./dialog-DsJLRFNC.js";import{t}from"./alerts-CK0JmKVx.js";import{t as n}from"./page-tabs-B86UCzXC.js";import{B as r}from"./ui-DeFGvsWN.js";var i=r();function a(){let r=e(`anomalies.read`);return(0,i.jsx)(n,{label:t.tabs.label,tabs:[{to:`alerts`,title:t.tabs.alerts},r&&{to:`alerts/anomalies`,title:t.tabs.anomalies},{to:`alerts/rules`,title:t.tabs.rules}]})}export{a as t};
========
import{i as e}from"./dialog-DsJLRFNC.js";import{t}from"./alerts-CK0JmKVx.js";import{t as n}from"./page-tabs--hd6xAYo.js";import{B as r}from"./ui-DeFGvsWN.js";var i=r();function a(){let r=e(`anomalies.read`);return(0,i.jsx)(n,{label:t.tabs.label,tabs:[{to:`alerts`,title:t.tabs.alerts},r&&{to:`alerts/anomalies`,title:t.tabs.anomalies},{to:`alerts/rules`,title:t.tabs.rules}]})}export{a as t};
>>>>>>>> 8f9521c2 (dashboard: build it):generated/dashboard/assets/alert-tabs-DYlXhR1z.js
