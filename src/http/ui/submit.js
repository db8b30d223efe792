// Sends the form of a page that has nothing to ask. Without scripts its button does.
document.querySelector('form[data-submit]')?.submit();
