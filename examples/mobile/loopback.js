import { on, once } from 'node:events';
import { createServer } from 'node:http';
import { AuthorizationRequestHandler, AuthorizationResponse, BasicQueryStringUtils } from '@openid/appauth';
import { NodeCrypto } from '@openid/appauth/built/src/node_support/index.js';
import opener from 'opener';

/**
 * Opens the system browser, and receives the code at a free port of the loopback interface (RFC 8252 section 7.3). A phone receives
 * it at a scheme of its own instead. The handler of AppAuth-JS for Node listens at all addresses, and does not compare `state`.
 */
export class LoopbackHandler extends AuthorizationRequestHandler {
  #server = createServer();

  constructor() {
    super(new BasicQueryStringUtils(), new NodeCrypto());
  }

  /** Returns the redirect URI, when the port is open. */
  async listen() {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${this.#server.address().port}/callback`;
  }

  async performAuthorizationRequest(configuration, request) {
    await request.setupCodeVerifier();
    opener(this.buildRequestUrl(configuration, request));
  }

  /** Returns the response that has the state of the request and the issuer of the provider (RFC 9207). */
  async responseTo(request, issuer) {
    for await (const [{ url }, response] of on(this.#server, 'request')) {
      const answer = new URL(url, 'http://127.0.0.1').searchParams;
      const isOurs = answer.get('state') === request.state && answer.get('iss') === issuer;
      response.writeHead(isOurs ? 200 : 404, { 'content-type': 'text/html', connection: 'close' });
      response.end(isOurs ? '<h1>Go back to the application</h1>You can close this page.' : '');
      if (!isOurs) continue;
      this.#server.close();
      if (answer.has('error')) throw new Error(`Keyward refused: ${answer.get('error')}`);
      return new AuthorizationResponse({ code: answer.get('code'), state: request.state });
    }
    throw new Error('the browser did not come back');
  }
}
