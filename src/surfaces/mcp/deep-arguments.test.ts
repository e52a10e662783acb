import { expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { legacyMessage, mcpOf } from '#test/agents/mcp.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'

const service = await httpServiceOfFile()

/** A call with an argument so deeply nested that it overflows the stack of recursive code. */
function deepCall(name: string, argument: string) {
  const { headers, payload } = legacyMessage('tools/call', { name, arguments: { [argument]: 'deep' } })
  const deep = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
  return { headers, payload: payload.replace('"deep"', deep) }
}

test('[R146] a receipt of too many levels is refused by the bound that it breaks', async () => {
  const { body } = await mcpOf(service).send(deepCall('validate_receipt', 'receipt'))
  expect(JSON.stringify(body)).toContain(`at most ${LIMITS.openBody.levels} levels`)
  expect(service.errors).toEqual([])
})

test('a deep argument that a tool does not have is refused by its name', async () => {
  const { body } = await mcpOf(service).send(deepCall('list_ships', 'odd'))
  expect(body.result).toMatchObject({ isError: true })
  expect(JSON.stringify(body)).toContain('ERROR invalid_parameter: Unknown `odd`')
  expect(service.errors).toEqual([])
})
