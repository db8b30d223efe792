<<<<<<<< HEAD:generated/dashboard/assets/read-first-DRnWaZ2Q.js
import{n as e,o as t}from"./page-link-CPmf9JvJ.js";import{t as n}from"./dialog-BCSq-jOX.js";import{B as r}from"./ui-CX65ObPi.js";var i=r();function a({query:r,title:a,onClose:o,children:s}){let{data:c,error:l,refetch:u}=t(r);return c?s({opened:c,read:async()=>(await u()).data,onClose:o}):l?(0,i.jsx)(n,{title:a,onClose:o,children:(0,i.jsx)(e,{error:l,onRetry:()=>void u()})}):null}export{a as t};
========
import{n as e,o as t}from"./page-link-CZJG-Y2J.js";import{t as n}from"./dialog-DfUU8uFA.js";import{B as r}from"./ui-DeFGvsWN.js";var i=r();function a({query:r,title:a,onClose:o,children:s}){let{data:c,error:l,refetch:u}=t(r);return c?s({opened:c,read:async()=>(await u()).data,onClose:o}):l?(0,i.jsx)(n,{title:a,onClose:o,children:(0,i.jsx)(e,{error:l,onRetry:()=>void u()})}):null}export{a as t};
>>>>>>>> 7f877cec (dashboard: build):generated/dashboard/assets/read-first-C571ilbR.js
