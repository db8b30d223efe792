<<<<<<<< HEAD:generated/dashboard/assets/connection-state-EWxuvnEf.js
import{a as e,r as t,t as n}from"./state-D-S11WCC.js";import{c as r}from"./remove-domain-Ct6rgbEb.js";import{B as i}from"./ui-CX65ObPi.js";var a=i(),o=({status:e,isDraft:n})=>n?r.draft.state:t(e),s=({connection:t})=>t.isDraft?(0,a.jsx)(e,{color:`blue`,tt:`none`,miw:`max-content`,children:r.draft.state}):(0,a.jsx)(n,{value:t.status});export{o as n,s as t};
========
import{a as e,r as t,t as n}from"./state-uOERZTvw.js";import{c as r}from"./remove-domain-CRJFuurO.js";import{B as i}from"./ui-CX65ObPi.js";var a=i(),o=({status:e,isDraft:n})=>n?r.draft.state:t(e),s=({connection:t})=>t.isDraft?(0,a.jsx)(e,{color:`blue`,tt:`none`,miw:`max-content`,children:r.draft.state}):(0,a.jsx)(n,{value:t.status});export{o as n,s as t};
>>>>>>>> 8f46ea41 (generated: the dashboard, and the contract in plain English):generated/dashboard/assets/connection-state-ueTTKhgi.js
