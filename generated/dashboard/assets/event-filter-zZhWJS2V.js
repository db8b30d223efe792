<<<<<<<< HEAD:generated/dashboard/assets/event-filter-zZhWJS2V.js
import{l as e}from"./recipes-BHYgMjIR.js";import{a as t}from"./use-webhook-JKTO3AG4.js";var n=({events:n})=>({name:`eventType`,title:t.delivery.filters.event,values:(n.includes(`*`)?e.map(({type:e})=>e):n).map(e=>({value:e,label:e}))});export{n as t};
========
import{l as e}from"./recipes-CPE5aP2f.js";import{a as t}from"./use-webhook-JKTO3AG4.js";var n=({events:n})=>({name:`eventType`,title:t.delivery.filters.event,values:(n.includes(`*`)?e.map(({type:e})=>e):n).map(e=>({value:e,label:e}))});export{n as t};
>>>>>>>> 8f9521c2 (dashboard: build it):generated/dashboard/assets/event-filter-bcF1Oj0V.js
