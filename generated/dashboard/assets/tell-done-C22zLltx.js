<<<<<<<< HEAD:generated/dashboard/assets/tell-done-Bl43DT0-.js
import{Jt as e}from"./index-j5mkMRMy.js";var t=10;function n(n,r,i){let a=new Set(r.map(({credentialId:e})=>e)),o=n.filter(({credentialId:e})=>!a.has(e)).map(({name:e})=>e);if(o.length===0){e.show({message:i.said,color:`green`});return}let s=o.length>t?[...o.slice(0,t),`…`]:o;e.show({message:i.skipped(a.size,s.join(`, `)),color:`orange`,autoClose:!1})}export{n as t};
========
import{Jt as e}from"./index-BBtGWdNh.js";var t=10;function n(n,r,i){let a=new Set(r.map(({credentialId:e})=>e)),o=n.filter(({credentialId:e})=>!a.has(e)).map(({name:e})=>e);if(o.length===0){e.show({message:i.said,color:`green`});return}let s=o.length>t?[...o.slice(0,t),`…`]:o;e.show({message:i.skipped(a.size,s.join(`, `)),color:`orange`,autoClose:!1})}export{n as t};
>>>>>>>> f924f50c (generated: the dashboard with the reason MALFORMED):generated/dashboard/assets/tell-done-C22zLltx.js
