<<<<<<<< HEAD:generated/dashboard/assets/named-link-D93ysj_1.js
import{n as e}from"./names-OK3reFDG.js";import{t}from"./thing-link-C84IR-dt.js";import{B as n}from"./ui-DeFGvsWN.js";var r=n();function i({id:n,size:i=`md`}){return(0,r.jsx)(t,{id:n,name:e([n]).get(n),size:i})}export{i as t};
========
import{n as e}from"./names-OK3reFDG.js";import{t}from"./thing-link-CUPf98Dm.js";import{B as n}from"./ui-DeFGvsWN.js";var r=n();function i({id:n,size:i=`md`}){return(0,r.jsx)(t,{id:n,name:e([n]).get(n),size:i})}export{i as t};
>>>>>>>> 8f9521c2 (dashboard: build it):generated/dashboard/assets/named-link-BEyGZg4D.js
