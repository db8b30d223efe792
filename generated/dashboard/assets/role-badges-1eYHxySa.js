<<<<<<<< HEAD:generated/dashboard/assets/role-badges-1eYHxySa.js
import{a as e,i as t}from"./state-BXD68I6B.js";import{B as n,r}from"./ui-DeFGvsWN.js";var i=n(),a=({roles:n})=>(0,i.jsx)(r,{gap:4,children:n.map(n=>(0,i.jsx)(e,{tt:`none`,miw:`max-content`,color:n===`OWNER`?`grape`:`gray`,children:t(n)},n))});export{a as t};
========
import{a as e,i as t}from"./state-BEyXrM1j.js";import{B as n,r}from"./ui-DeFGvsWN.js";var i=n(),a=({roles:n})=>(0,i.jsx)(r,{gap:4,children:n.map(n=>(0,i.jsx)(e,{tt:`none`,miw:`max-content`,color:n===`OWNER`?`grape`:`gray`,children:t(n)},n))});export{a as t};
>>>>>>>> 476ef3098d1ed2252da3647d0436a5da8dd74db6:generated/dashboard/assets/role-badges-CmtNASlo.js
