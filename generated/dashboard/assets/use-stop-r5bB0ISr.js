<<<<<<<< HEAD:generated/dashboard/assets/use-stop-r5bB0ISr.js
import{Et as e,wt as t}from"./ui-DeFGvsWN.js";import{a as n}from"./dialog-DsJLRFNC.js";import{u as r}from"./index-D4JsmQq6.js";var i=e(t(),1);function a(){let{tenant:e}=n(),t=(0,i.useRef)(void 0),a=(0,i.useCallback)(()=>t.current?.abort(),[]);return(0,i.useEffect)(()=>a,[a]),{begin:(0,i.useCallback)(()=>{let n=new AbortController;return t.current=n,()=>n.signal.aborted||r()!==e},[e]),stop:a}}export{a as t};
========
import{Et as e,wt as t}from"./ui-DeFGvsWN.js";import{a as n}from"./dialog-DsJLRFNC.js";import{u as r}from"./index-BvEwsWyw.js";var i=e(t(),1);function a(){let{tenant:e}=n(),t=(0,i.useRef)(void 0),a=(0,i.useCallback)(()=>t.current?.abort(),[]);return(0,i.useEffect)(()=>a,[a]),{begin:(0,i.useCallback)(()=>{let n=new AbortController;return t.current=n,()=>n.signal.aborted||r()!==e},[e]),stop:a}}export{a as t};
>>>>>>>> 8f9521c2 (dashboard: build it):generated/dashboard/assets/use-stop-CvyNjNFj.js
