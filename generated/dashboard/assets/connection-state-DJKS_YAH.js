<<<<<<<< HEAD:generated/dashboard/assets/connection-state-DJKS_YAH.js
import{a as e,t}from"./state-CyOJ1ZGq.js";import{c as n}from"./remove-domain-ClFs6UW4.js";import{B as r}from"./ui-DeFGvsWN.js";var i=r(),a=({connection:r})=>r.isDraft?(0,i.jsx)(e,{color:`blue`,tt:`none`,miw:`max-content`,children:n.draft.state}):(0,i.jsx)(t,{value:r.status});export{a as t};
========
import{a as e,t}from"./state-CyOJ1ZGq.js";import{c as n}from"./remove-domain-DO2yDMUq.js";import{B as r}from"./ui-DeFGvsWN.js";var i=r(),a=({connection:r})=>r.isDraft?(0,i.jsx)(e,{color:`blue`,tt:`none`,miw:`max-content`,children:n.draft.state}):(0,i.jsx)(t,{value:r.status});export{a as t};
>>>>>>>> 8f9521c2 (dashboard: build it):generated/dashboard/assets/connection-state-f1jjXEoK.js
