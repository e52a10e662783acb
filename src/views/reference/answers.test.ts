import { expect, test } from 'vitest'
import { parseReferenceFiles } from './answers.ts'

const FILES: Readonly<Record<string, string>> = {
  'reference/answers/getHealth.json': '{ "input": {}, "status": 200 }',
  'reference/answers/listShips.json': '{ "input": { "limit": "2" }, "status": 200 }',
  'reference/events.json': '{ "build.release": { "id": "ship:1" } }',
  'reference/deliveries.json': '{ "ping": { "headers": {}, "body": {} } }',
  'clients/commands.json': '[{ "language": "go", "program": "go/main.go" }]',
  'clients/go/main.go': 'package main',
}

test('the reference has the stored answers, events and deliveries, and the commands with their programs', () => {
  const read = (file: string) => {
    const text = FILES[file]
    if (text === undefined) throw new Error(`no file ${file}`)
    return text
  }
  expect(parseReferenceFiles(read, ['getHealth', 'listShips'])).toEqual({
    answers: new Map([
      ['getHealth', { input: {}, status: 200 }],
      ['listShips', { input: { limit: '2' }, status: 200 }],
    ]),
    events: { 'build.release': { id: 'ship:1' } },
    deliveries: { ping: { headers: {}, body: {} } },
    languages: [{ language: 'go', program: 'go/main.go', source: 'package main' }],
  })
})
