// Sends the forms into their frames, and goes on as soon as no application is waited for. Without scripts the header `Refresh`
// goes on after five seconds.
for (const form of document.querySelectorAll('form[data-logout]')) form.submit();
const { waitFor } = document.querySelector('[data-wait-for]').dataset;
const look = async () => {
  // In the end the page leads to another site, where only the browser itself may go.
  const { ok, headers } = await fetch(waitFor, { redirect: 'manual' });
  if (ok && headers.has('refresh')) setTimeout(look, 300);
  else location.replace(waitFor);
};
setTimeout(look, 300);
