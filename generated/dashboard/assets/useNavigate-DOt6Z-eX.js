<<<<<<<< HEAD:generated/dashboard/assets/useNavigate-DOt6Z-eX.js
import{$r as e}from"./dialog-CM3jm6-T.js";import{Et as t,wt as n}from"./ui-DeFGvsWN.js";var r=t(n(),1);function i(t){let n=e();return r.useCallback(e=>n.navigate({...e,from:e.from??t?.from}),[t?.from,n])}export{i as t};
========
import{ni as e}from"./dialog-DETA4PHX.js";import{Et as t,wt as n}from"./ui-DeFGvsWN.js";var r=t(n(),1);function i(t){let n=e();return r.useCallback(e=>n.navigate({...e,from:e.from??t?.from}),[t?.from,n])}export{i as t};
>>>>>>>> 476ef3098d1ed2252da3647d0436a5da8dd74db6:generated/dashboard/assets/useNavigate-MQppBwtM.js
