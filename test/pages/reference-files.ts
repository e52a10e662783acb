import type { ReferenceFiles } from '#views/reference/answers.ts'

/** The files of a small reference: one event, its delivery, a ping, and the commands of one language. */
export const REFERENCE_FILES: ReferenceFiles = {
  answers: new Map(),
  events: {
    'build.release': { id: 'ship:1', facts: { kind: 'release', version: 'v1' } },
    'lock.observed': {},
  },
  deliveries: {
    ping: { headers: { 'svc-delivery-id': 'd-2' }, body: { type: 'ping' } },
    event: {
      headers: { 'content-type': 'application/json', 'svc-delivery-id': 'd-1' },
      body: { type: 'build.release' },
    },
  },
  languages: [
    {
      language: 'go',
      name: 'Go',
      generator: 'oapi-codegen 2.5',
      needs: 'Go 1.24',
      steps: [
        { says: 'Generate the client', line: 'go tool oapi-codegen openapi.json' },
        { says: 'Run it', line: 'go run .' },
      ],
      program: 'go/main.go',
      source: 'package main\n\n',
    },
  ],
}
