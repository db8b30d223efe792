// Words about the deliveries and dead letters of webhooks.
export const texts = {
  delivery: {
    event: 'Event',
    eventId: 'Event ID',
    eventAt: 'Event time',
    resource: 'Resource',
    state: 'Status',
    attempts: 'Attempts',
    response: 'Response',
    latency: 'Latency',
    made: 'Created',
    next: 'Next attempt',
    replayOf: 'Replay of',
    deadLetter: 'Dead letter',
    filters: {
      status: 'Status',
      event: 'Event',
    },
    empty: {
      title: 'No deliveries yet',
      text: 'Deliveries of the last 30 days are listed here, with their attempts and responses. Send a test event to check that your endpoint accepts requests.',
    },
    retryNow: 'Retry now',
    sendAgain: 'Resend',
    retryText: 'The next attempt is made now.',
    againText:
      'The event is sent again in a new delivery. It has the same event ID, so your endpoint can recognize the duplicate. The dead letter is removed.',
    retried: 'The delivery is being retried.',
    noAnswer: 'No response',
    notYet: 'No attempt yet.',
    details: 'Delivery',
  },
  exchange: {
    title: 'Request and response',
    attempt: (count: number) => `Attempt ${count}`,
    request: 'Request',
    responseOf: (count: number) => `Response to attempt ${count}`,
    response: 'Response',
    headers: 'Headers',
    body: 'Body',
    hidden: 'hidden',
    hiddenText: 'Each attempt has new signatures. They are not stored.',
    changed: 'The webhook was changed after this attempt. The URL may have been different.',
    bodyLimit: 'Only the first 4 KiB are stored.',
    noBody: 'The response had no body.',
    noAnswer: 'There was no response.',
    notYet: 'No attempt yet.',
    time: 'Time',
    result: 'Result',
    latency: 'Latency',
  },
  errors: {
    HTTP_STATUS: 'The endpoint did not respond with a 2xx status. Check the logs of the endpoint.',
    TIMEOUT:
      'The endpoint did not respond within 30 seconds. Return 2xx first, and process the event afterwards.',
    DNS_FAILURE: 'The host name of the URL was not found. Check the host name.',
    CONNECTION_REFUSED: 'The connection was refused. Check that the endpoint is running, and check its port.',
    TLS_ERROR:
      'The TLS certificate is not trusted, has expired or is for another host name. Replace the certificate.',
    BLOCKED_ADDRESS:
      'The IP address is not public, or the port is not allowed. Use port 443 or a port above 1023.',
    CONNECTION_LOST: 'The endpoint closed the connection before its response was complete.',
    RESPONSE_TOO_LARGE: 'The response is larger than 1 MiB. Return an empty body.',
    SECRET_UNREADABLE:
      'Nothing was sent, because the signing secret cannot be decrypted. Restore the master key, or rotate the secret.',
    EVENT_GONE: 'The event was deleted after its retention period.',
    WEBHOOK_DISABLED: 'No attempt was made, because the webhook was disabled after 120 hours of failures.',
  },
  letters: {
    failedAt: 'Failed',
    expires: 'Expires',
    reason: 'Reason',
    empty: {
      title: 'No dead letters',
      text: 'If all six attempts of a delivery fail, it is kept here for 30 days with its payload and attempts. Fix the endpoint, then replay the dead letter.',
    },
    replay: 'Replay',
    replayRange: 'Replay a time range',
    remove: 'Delete',
    details: 'Dead letter',
    replayed: 'The event is being sent again.',
    removed: 'The dead letter was deleted.',
    replayTitle: (count: number) =>
      count === 1 ? 'Replay the dead letter?' : `Replay ${count} dead letters?`,
    replayText:
      'Each event is sent again with the same event ID and up to six attempts. The dead letters are removed from this list.',
    removeTitle: (count: number) =>
      count === 1 ? 'Delete the dead letter?' : `Delete ${count} dead letters?`,
    removeText: 'Your endpoint never receives these events. The deliveries stay in the list as failed.',
    rangeText:
      'Replays all dead letters that failed in this time range, oldest first. They are removed from this list.',
    more: (count: number) => `and ${count} more`,
  },
} as const;
