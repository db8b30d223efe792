// Sends the form of a page that is nothing but a way back to an application.
document.querySelector('form[data-send]').submit();
