<<<<<<<< HEAD:generated/dashboard/assets/alert-tabs-C5L9kkAs.js
import{i as e}from"./dialog-CM3jm6-T.js";import{t}from"./alerts-CK0JmKVx.js";import{t as n}from"./page-tabs-CxTUWx-e.js";import{B as r}from"./ui-DeFGvsWN.js";var i=r();function a(){let r=e(`anomalies.read`);return(0,i.jsx)(n,{label:t.tabs.label,tabs:[{to:`alerts`,title:t.tabs.alerts},r&&{to:`alerts/anomalies`,title:t.tabs.anomalies},{to:`alerts/rules`,title:t.tabs.rules}]})}export{a as t};
========
import{i as e}from"./dialog-DETA4PHX.js";import{t}from"./alerts-CK0JmKVx.js";import{t as n}from"./page-tabs-BnWaNVo_.js";import{B as r}from"./ui-DeFGvsWN.js";var i=r();function a(){let r=e(`anomalies.read`);return(0,i.jsx)(n,{label:t.tabs.label,tabs:[{to:`alerts`,title:t.tabs.alerts},r&&{to:`alerts/anomalies`,title:t.tabs.anomalies},{to:`alerts/rules`,title:t.tabs.rules}]})}export{a as t};
>>>>>>>> 476ef3098d1ed2252da3647d0436a5da8dd74db6:generated/dashboard/assets/alert-tabs-CwR5hB59.js
