// Sends the forms into their frames, and goes on as soon as no application is waited for. Without scripts the header `Refresh`
// goes on after five seconds.
for (const form of document.querySelectorAll('form[data-logout]')) form.submit();
const { waitFor } = document.querySelector('[data-wait-for]').dataset;
// Each look counts against the rate limit of the address, which an office shares. So the pauses grow.
let pause = 0;
const lookLater = () => setTimeout(look, (pause += 300));
const look = async () => {
  // In the end the page leads to another site, where only the browser itself may go.
  const { ok, headers } = await fetch(waitFor, { redirect: 'manual' });
  if (ok && headers.has('refresh')) lookLater();
  else location.replace(waitFor);
};
lookLater();
