import { expect, test } from 'vitest'
import { findDatabaseFailure } from './database-failure.ts'

const coded = (code: string) => Object.assign(new Error('words of the server'), { code })

test.each([
  ['a refused connection', coded('ECONNREFUSED'), 'away'],
  ['a host that is unknown for now', coded('EAI_AGAIN'), 'away'],
  ['a server that stops', coded('57P01'), 'away'],
  ['a server that starts', coded('57P03'), 'away'],
  ['a connection exception', coded('08006'), 'away'],
  ['no connection left', coded('53300'), 'away'],
  ['a connection that ends', new Error('Connection terminated unexpectedly'), 'away'],
  [
    'a rollback on a lost connection',
    new Error('Client has encountered a connection error and is not queryable'),
    'away',
  ],
  ['a busy pool', new Error('timeout exceeded when trying to connect'), 'away'],
  ['a full disk', coded('53100'), 'full'],
  ['no memory left', coded('53200'), 'full'],
  ['a disk that fails', coded('58030'), 'full'],
  ['a statement over its time limit', coded('57014'), 'busy'],
  ['a server that does not answer', new Error('Query read timeout'), 'busy'],
  ['a deadlock', coded('40P01'), 'busy'],
  ['a broken constraint', coded('23505'), undefined],
  ['an unknown table', coded('42P01'), undefined],
  ['any other error', new Error('Connection of dots'), undefined],
  ['what is no error', 'ECONNREFUSED', undefined],
])('[R15] %s', (_, error, failure) => {
  expect(findDatabaseFailure(error)).toBe(failure)
})
