<<<<<<<< HEAD:generated/dashboard/assets/tell-done-CLB24Uqq.js
import{Jt as e}from"./index-DdjmJiOF.js";var t=10;function n(n,r,i){let a=new Set(r.map(({credentialId:e})=>e)),o=n.filter(({credentialId:e})=>!a.has(e)).map(({name:e})=>e);if(o.length===0){e.show({message:i.said,color:`green`});return}let s=o.length>t?[...o.slice(0,t),`…`]:o;e.show({message:i.skipped(a.size,s.join(`, `)),color:`orange`,autoClose:!1})}export{n as t};
========
import{Jt as e}from"./index-BBqupPQM.js";var t=10;function n(n,r,i){let a=new Set(r.map(({credentialId:e})=>e)),o=n.filter(({credentialId:e})=>!a.has(e)).map(({name:e})=>e);if(o.length===0){e.show({message:i.said,color:`green`});return}let s=o.length>t?[...o.slice(0,t),`…`]:o;e.show({message:i.skipped(a.size,s.join(`, `)),color:`orange`,autoClose:!1})}export{n as t};
>>>>>>>> 1412abf9 (dashboard: built with mayGiveLasting of federated subjects):generated/dashboard/assets/tell-done-bD2kHXYe.js
