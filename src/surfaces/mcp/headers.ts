/** The headers that the protocol reads: its version, the method of the message, and what the method names. */
export const READ_HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name'] as const
