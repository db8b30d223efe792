// The official library of MCP. In the one file it is a text until `keyward mcp` needs it (scripts/bundle-cli.ts).
export { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
export { serveStdio } from '@modelcontextprotocol/server/stdio';
