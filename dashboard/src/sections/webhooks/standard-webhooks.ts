// Samples for the libraries of https://www.standardwebhooks.com, which the documentation names without showing them.

export const standardTypescript = `// npm install standardwebhooks
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.KEYWARD_WEBHOOK_SECRET ?? '');

/** Throws if the request is not from Keyward. \`body\` is the text of the request as it came. */
export const verify = (body: string, headers: Record<string, string>) => webhook.verify(body, headers);`;

export const standardPython = `# pip install standardwebhooks
import os
from collections.abc import Mapping

from standardwebhooks.webhooks import Webhook

webhook = Webhook(os.environ["KEYWARD_WEBHOOK_SECRET"])


def verify(body: bytes, headers: Mapping[str, str]) -> object:
    """Raises WebhookVerificationError if the request is not from Keyward."""
    return webhook.verify(body, dict(headers))`;
