<<<<<<<< HEAD:generated/dashboard/assets/named-link-BgMThksm.js
import{n as e}from"./names-DP88LRko.js";import{t}from"./thing-link-BlOEEU1k.js";import{B as n}from"./ui-Cfnqs9dp.js";var r=n();function i({id:n,size:i=`md`}){return(0,r.jsx)(t,{id:n,name:e([n]).get(n),size:i})}export{i as t};
========
import{n as e}from"./names-DP88LRko.js";import{t}from"./thing-link-Bd4CEBYA.js";import{B as n}from"./ui-Cfnqs9dp.js";var r=n();function i({id:n,size:i=`md`}){return(0,r.jsx)(t,{id:n,name:e([n]).get(n),size:i})}export{i as t};
>>>>>>>> f924f50c (generated: the dashboard with the reason MALFORMED):generated/dashboard/assets/named-link-BHX_MxIJ.js
