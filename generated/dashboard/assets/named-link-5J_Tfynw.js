<<<<<<<< HEAD:generated/dashboard/assets/named-link-DC6hWlIT.js
import{n as e}from"./names-DP88LRko.js";import{t}from"./thing-link-DGGTKlau.js";import{B as n}from"./ui-Cfnqs9dp.js";var r=n();function i({id:n,size:i=`md`}){return(0,r.jsx)(t,{id:n,name:e([n]).get(n),size:i})}export{i as t};
========
import{n as e}from"./names-DP88LRko.js";import{t}from"./thing-link-Dolu8YNp.js";import{B as n}from"./ui-Cfnqs9dp.js";var r=n();function i({id:n,size:i=`md`}){return(0,r.jsx)(t,{id:n,name:e([n]).get(n),size:i})}export{i as t};
>>>>>>>> 1412abf9 (dashboard: built with mayGiveLasting of federated subjects):generated/dashboard/assets/named-link-5J_Tfynw.js
