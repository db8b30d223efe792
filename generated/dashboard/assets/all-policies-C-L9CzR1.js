<<<<<<<< HEAD:generated/dashboard/assets/all-policies-DYm0s63-.js
import{$t as e}from"./dialog-CM3jm6-T.js";var t=100;async function n(n){let r=[];for(let i=1;i<=t;i+=1){let{data:t}=await e({query:{limit:100,page:i},...n?{signal:n}:{}});if(r.push(...t.data),!t.pagination.hasMore)break}return r}var r={queryKey:[`all access policies`],queryFn:({signal:e})=>n(e),gcTime:0,refetchOnWindowFocus:!1};export{r as n,n as t};
========
import{tn as e}from"./dialog-DETA4PHX.js";var t=100;async function n(n){let r=[];for(let i=1;i<=t;i+=1){let{data:t}=await e({query:{limit:100,page:i},...n?{signal:n}:{}});if(r.push(...t.data),!t.pagination.hasMore)break}return r}var r={queryKey:[`all access policies`],queryFn:({signal:e})=>n(e),gcTime:0,refetchOnWindowFocus:!1};export{r as n,n as t};
>>>>>>>> 476ef3098d1ed2252da3647d0436a5da8dd74db6:generated/dashboard/assets/all-policies-C-L9CzR1.js
