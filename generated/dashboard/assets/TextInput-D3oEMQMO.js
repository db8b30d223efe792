<<<<<<<< HEAD:generated/dashboard/assets/TextInput-ChUe7PrA.js
import{A as e,B as t,I as n}from"./ui-DeFGvsWN.js";import{t as r}from"./InputBase-BpO1bX0i.js";var i=t(),a=e(e=>{let t=n([`Input`,`InputWrapper`,`TextInput`],null,e);return(0,i.jsx)(r,{component:`input`,...t,__staticSelector:`TextInput`})});a.classes=r.classes,a.displayName=`@mantine/core/TextInput`;export{a as t};
========
import{A as e,B as t,I as n}from"./ui-DeFGvsWN.js";import{t as r}from"./InputBase-ACc6Kcsa.js";var i=t(),a=e(e=>{let t=n([`Input`,`InputWrapper`,`TextInput`],null,e);return(0,i.jsx)(r,{component:`input`,...t,__staticSelector:`TextInput`})});a.classes=r.classes,a.displayName=`@mantine/core/TextInput`;export{a as t};
>>>>>>>> 476ef3098d1ed2252da3647d0436a5da8dd74db6:generated/dashboard/assets/TextInput-D3oEMQMO.js
