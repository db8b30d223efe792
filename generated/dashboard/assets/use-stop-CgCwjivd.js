<<<<<<<< HEAD:generated/dashboard/assets/use-stop-DopT2eo3.js
import{Et as e,wt as t}from"./ui-CX65ObPi.js";import{i as n}from"./dialog-BCSq-jOX.js";import{u as r}from"./index-ChSR0p1w.js";var i=e(t(),1);function a(){let{tenant:e}=n(),t=(0,i.useRef)(void 0),a=(0,i.useCallback)(()=>t.current?.abort(),[]);return(0,i.useEffect)(()=>a,[a]),{begin:(0,i.useCallback)(()=>{let n=new AbortController;return t.current=n,()=>n.signal.aborted||r()!==e},[e]),stop:a}}export{a as t};
========
import{Et as e,wt as t}from"./ui-DeFGvsWN.js";import{i as n}from"./dialog-DfUU8uFA.js";import{u as r}from"./index-D9SrTzAS.js";var i=e(t(),1);function a(){let{tenant:e}=n(),t=(0,i.useRef)(void 0),a=(0,i.useCallback)(()=>t.current?.abort(),[]);return(0,i.useEffect)(()=>a,[a]),{begin:(0,i.useCallback)(()=>{let n=new AbortController;return t.current=n,()=>n.signal.aborted||r()!==e},[e]),stop:a}}export{a as t};
>>>>>>>> 7f877cec (dashboard: build):generated/dashboard/assets/use-stop-CgCwjivd.js
