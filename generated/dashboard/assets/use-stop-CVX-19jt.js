<<<<<<<< HEAD:generated/dashboard/assets/use-stop-B92pZdjY.js
import{Et as e,wt as t}from"./ui-DeFGvsWN.js";import{a as n}from"./dialog-CM3jm6-T.js";import{u as r}from"./index-CVwijgYS.js";var i=e(t(),1);function a(){let{tenant:e}=n(),t=(0,i.useRef)(void 0),a=(0,i.useCallback)(()=>t.current?.abort(),[]);return(0,i.useEffect)(()=>a,[a]),{begin:(0,i.useCallback)(()=>{let n=new AbortController;return t.current=n,()=>n.signal.aborted||r()!==e},[e]),stop:a}}export{a as t};
========
import{Et as e,wt as t}from"./ui-DeFGvsWN.js";import{a as n}from"./dialog-DETA4PHX.js";import{u as r}from"./index-fe6QFDVL.js";var i=e(t(),1);function a(){let{tenant:e}=n(),t=(0,i.useRef)(void 0),a=(0,i.useCallback)(()=>t.current?.abort(),[]);return(0,i.useEffect)(()=>a,[a]),{begin:(0,i.useCallback)(()=>{let n=new AbortController;return t.current=n,()=>n.signal.aborted||r()!==e},[e]),stop:a}}export{a as t};
>>>>>>>> 476ef3098d1ed2252da3647d0436a5da8dd74db6:generated/dashboard/assets/use-stop-CVX-19jt.js
