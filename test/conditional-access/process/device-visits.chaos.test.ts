import { describe, expect, onTestFinished, test } from 'vitest';
import {
  aDeviceOrigin,
  anOwner,
  isAt,
  isSignedIn,
  onlyCompliant,
  pathIn,
  typedIn,
} from '../../support/device-origin.ts';
import { aNode } from '../../support/killed-node.ts';

/** Starts a node with a user whose browser was sent to the device origin. */
async function away() {
  const device = await aDeviceOrigin();
  onTestFinished(() => device.remove());
  const node = await aNode(device.settings);
  await onlyCompliant(node.ours);
  const owner = await anOwner(device, node.ours);
  const { browser, shown } = await typedIn(node, owner);
  expect(isAt(device, shown)).toBe(true);
  const logins = async (): Promise<number> => (await node.sql('select from login_sessions')).length;
  return { device, node, owner, browser, challenge: shown.url.href, logins };
}

describe('after a kill -9', { timeout: 120_000 }, () => {
  test('between a ticket and its use, the ticket is good, and once', async () => {
    const { device, node, owner, browser, challenge, logins } = await away();
    const ticket = pathIn(await device.open(challenge, owner.certificate));
    await node.restart();
    expect(isSignedIn(await browser.open(ticket))).toBe(true);
    expect(await logins()).toBe(1);
    await node.sql('delete from login_sessions');
    await node.sql('update sign_ins set completed_at = null');
    expect(isSignedIn(await browser.open(ticket))).toBe(false);
  });

  test('while a ticket is taken, no login is left, and the ticket is good again', async () => {
    const { device, node, owner, browser, challenge, logins } = await away();
    const ticket = pathIn(await device.open(challenge, owner.certificate));
    await node.cutOff('insert on login_sessions', 'true', () => browser.open(ticket));
    expect(await logins()).toBe(0);
    await node.start();
    expect(isSignedIn(await browser.open(ticket))).toBe(true);
    expect(await logins()).toBe(1);
  });

  test('while a ticket is made, the challenge is good again', async () => {
    const { device, node, owner, browser, challenge } = await away();
    await node.cutOff('update on sign_ins', `new.state #>> '{device,kind}' = 'seen'`, () =>
      device.open(challenge, owner.certificate),
    );
    await node.start();
    const ticket = pathIn(await device.open(challenge, owner.certificate));
    expect(ticket).toContain('&ticket=');
    expect(isSignedIn(await browser.open(ticket))).toBe(true);
  });
});
