import type { ObjectWords } from './words.ts'

const CITED_STATUS = 'What the service found of what the receipt names'
const CITED_REASON = 'Why it has that status, as a stable code'
const CITED_TYPE = 'Kind of the reference'
const CALLS = 'Number of calls on the day'
const CAPABILITY = 'The capability that was asked'
const JSONRPC = 'Version of JSON-RPC, always 2.0'
const MESSAGE_PARTS = 'The parts of the message, in order'
const CLIENT_MESSAGE = 'The message of the client'

/** Words of the answers to agents: capabilities, the tool server, A2A and research receipts. */
export const AGENT_WORDS: Readonly<Record<string, ObjectWords>> = {
  A2aError: {
    data: 'Details of the error; absent without any',
    'data[].@type': 'Type of the detail, as a type URL of ProtoJSON',
    message: 'What was wrong, in one sentence for a person',
  },
  A2aMessage: {
    contextId: 'The context of the question, or a new one',
    messageId: 'Id of this answer',
    parts: MESSAGE_PARTS,
    role: 'Who speaks: always the agent',
  },
  A2aQuestion: {
    extensions: 'Has no effect: the agent has no extensions',
    parts: MESSAGE_PARTS,
    referenceTaskIds: 'Has no effect: no task is stored',
    role: 'Who speaks: always the user',
  },
  A2aQuestionPart: { filename: 'Has no effect: files are not read' },
  A2aRequest: {
    jsonrpc: JSONRPC,
    params: 'Parameters of the method: a message, a task or a query of tasks',
  },
  A2aResponse: {
    error: 'Why the request was refused; absent with a result',
    jsonrpc: JSONRPC,
    result: 'What the method answers; absent with an error',
  },
  A2aSendMessage: {
    configuration: 'How the client wants the answer; optional',
    message: CLIENT_MESSAGE,
  },
  A2aSent: { message: 'The answer of the agent as a message' },
  A2aTaskList: {
    nextPageToken: 'Always empty: the list has no next part',
    pageSize: 'Number of tasks in one answer, as asked',
    totalSize: 'Always 0: no task is stored',
  },
  A2aTaskQuery: {
    contextId: 'Only tasks of this context; none is stored',
    includeArtifacts: 'Has no effect: no task is stored',
    status: 'Only tasks in this state; none is stored',
    statusTimestampAfter: 'Only tasks that changed after this instant; none is stored',
  },
  A2aTaskReference: { id: 'Id of the task; none is stored' },
  AgentAnswer: {
    capability: CAPABILITY,
    citation: 'How to cite this answer',
    data: 'Totals and cursors of the answer, for programs',
    unknowns: 'What is not known and must not be concluded from it; empty when everything asked is known',
  },
  AgentCallCount: { calls: CALLS, surface: 'By which interface agents called' },
  AgentCapabilityOffer: {
    description: 'What the capability answers, in one sentence',
    name: 'Name of the capability',
  },
  AgentCard: {
    capabilities: 'What of A2A the agent does not offer',
    'capabilities.extendedAgentCard': 'Always false: this card is the whole card',
    'capabilities.pushNotifications': 'Always false: nothing is pushed',
    'capabilities.streaming': 'Always false: an answer comes in one response',
    defaultInputModes: 'Media types that the agent reads',
    defaultOutputModes: 'Media types that the agent answers',
    description: 'What the agent does, in one paragraph',
    documentationUrl: 'Address of the text guide',
    name: 'Name of the agent',
    provider: 'Who runs the agent',
    'provider.organization': 'Name of who runs the agent',
    'provider.url': 'Address of the API index',
    securitySchemes: 'How a caller can give a key; none is needed',
    'securitySchemes.apiKey': 'A key in a header',
    'securitySchemes.apiKey.apiKeySecurityScheme': 'The header with the key',
    'securitySchemes.apiKey.apiKeySecurityScheme.description': 'What a key changes, in one sentence',
    'securitySchemes.apiKey.apiKeySecurityScheme.location': 'Where the key is: always a header',
    'securitySchemes.apiKey.apiKeySecurityScheme.name': 'Name of the header',
    signatures: 'Signatures of the card by the keys of /.well-known/jwks.json; absent without a key',
    'signatures[].protected': 'Protected header of the JSON Web Signature, in base64url',
    'signatures[].signature': 'The signature, in base64url',
    skills: 'What the agent can be asked, a skill for each capability',
    supportedInterfaces: 'Where the agent is asked',
    'supportedInterfaces[].protocolBinding': 'Form of the requests: JSON-RPC',
    'supportedInterfaces[].protocolVersion': 'Version of A2A',
    'supportedInterfaces[].url': 'Address that takes the requests',
  },
  AgentClaim: { evidence: 'Evidence ids that the claim rests on' },
  AgentContract: {
    capabilities: 'What an agent can ask',
    citing: 'How answers are cited',
    'citing.description': 'The form of a citation, in one sentence',
    'citing.url': 'Address of an evidence receipt, with the id in braces',
    description: 'What the service answers, in one paragraph',
    limits: 'Limits of the requests and the answers',
    openapi: 'Address of the OpenAPI description',
    reads: 'The reads of the API that answer more',
  },
  AgentDay: { calls: 'Calls of the day by interface and capability', date: 'The UTC day' },
  AgentEvidence: { id: 'Evidence id of a claim' },
  AgentIntegrationCount: { calls: CALLS },
  AgentLink: { name: 'What is at the address', url: 'The address' },
  AgentQuery: {
    after: 'The cursor that was given; absent without one',
    capability: CAPABILITY,
  },
  AgentResearchReceipt: {
    claims: 'What the agent claims, each with its references',
    researchState: 'How far the research is, in words of the agent',
    subjectType: 'What the research is about',
  },
  AgentSkill: {
    description: 'What the skill answers, in one sentence',
    examples: 'Questions that it answers',
    id: 'Name of the capability',
    name: 'Title of the skill',
    tags: 'Words to find the skill by',
  },
  AgentSubject: { name: 'Name of the project, as it writes it', url: "Address of the project's page" },
  CheckedReference: {
    reason: CITED_REASON,
    scoringVersion:
      'Of a snapshot: whether the rules that it names are those in force; absent for other references',
    status: CITED_STATUS,
  },
  CitedAnswer: { type: CITED_TYPE },
  CitedChange: { type: CITED_TYPE },
  CitedEvidence: { type: CITED_TYPE },
  CitedMarketObservation: {
    figure: 'Which figure was read',
    type: CITED_TYPE,
    valueUsd: 'The figure in US dollars',
  },
  CitedSnapshot: { type: CITED_TYPE },
  CitedUrl: { type: CITED_TYPE },
  Judgement: {
    kind: 'An opinion of the agent',
    references: 'What the opinion rests on; it may rest on nothing',
  },
  McpAnswer: {
    error: 'Why the request was refused; absent with a result',
    'error.code': 'Code of JSON-RPC 2.0',
    'error.message': 'What was wrong, in one sentence for a person',
    id: 'Id of the request that is answered',
    jsonrpc: JSONRPC,
    result: 'What the method answers; absent with an error',
  },
  McpMessage: {
    id: 'Id of the request, repeated in the answer; absent in a notification',
    jsonrpc: JSONRPC,
    method: 'Method of MCP, for example tools/call',
    params: 'Parameters of the method; absent where it takes none',
  },
  ReceiptValidation: {
    errors: 'What is wrong with the form; empty for a valid receipt',
    schema: 'Address of the schema of a receipt',
    signature: 'A signature is never verified here; null for a receipt that does not match the schema',
    'subject.reason': CITED_REASON,
    'subject.status': CITED_STATUS,
    'subject.type': 'What the research is about, as the receipt says',
    svcEvidenceReason: 'Why svcEvidenceStands has its value, as a stable code',
  },
}
