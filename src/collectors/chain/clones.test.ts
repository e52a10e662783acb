import { describe, expect, it } from 'vitest'
import { cloneTarget } from './clones.ts'
import type { Hex } from './parse.ts'

const TARGET = 'be'.repeat(20)
const RECEIVES = '36602c57343d527f9e4ac34f21c619cefc926c8bd93b54bf5a39c7ab2127a895af1cc0691d7e3dff593da1005b'

describe('[R45] cloneTarget', () => {
  it.each([
    ['45 bytes', `363d3d373d3d3d363d73${TARGET}5af43d82803e903d91602b57fd5bf3`],
    ['45 bytes and arguments', `363d3d373d3d3d363d73${TARGET}5af43d82803e903d91602b57fd5bf3${'c0ffee'}`],
    ['44 bytes', `3d3d3d3d363d3d37363d73${TARGET}5af43d3d93803e602a57fd5bf3`],
    ['PUSH0 of ERC-7511', `365f5f375f5f365f73${TARGET}5af43d5f5f3e5f3d91602a57fd5bf3`],
    ['PUSH0 of Solady', `5f5f365f5f37365f73${TARGET}5af43d5f5f3e6029573d5ffd5b3d5ff3`],
    [
      'CWIA',
      `3d3d3d3d363d3d3761003f603736393661003f013d73${TARGET}5af43d3d93803e603557fd5bf3${'ab'.repeat(61)}003d`,
    ],
    [
      'CWIA at an address known beforehand',
      `363d3d37610016603836393d3d3d36610016013d73${TARGET}5af43d82803e903d91603657fd5bf3${'ab'.repeat(20)}0014`,
    ],
    [
      'CWIA of Solady',
      `${RECEIVES}363d3d373d3d3d3d610016806062363936013d73${TARGET}5af43d3d93803e606057fd5bf3${'e1'.repeat(20)}0016`,
    ],
  ])('is the target of a clone: %s', (_name, code) => {
    expect(cloneTarget(`0x${code}` as Hex)).toBe(`0x${TARGET}`)
  })

  it.each([
    ['no code', ''],
    ['a clone cut short', `363d3d373d3d3d363d73${TARGET}5af43d82803e903d91602b57fd5b`],
    ['a clone of nothing', `363d3d373d3d3d363d73${'00'.repeat(20)}5af43d82803e903d91602b57fd5bf3`],
    ['code before a clone', `00363d3d373d3d3d363d73${TARGET}5af43d82803e903d91602b57fd5bf3`],
    [
      'two lengths that differ',
      `3d3d3d3d363d3d3761003f6037363936610040013d73${TARGET}5af43d3d93803e603557fd5bf3`,
    ],
    ['other code', '6080604052'],
  ])('is null for %s', (_name, code) => {
    expect(cloneTarget(`0x${code}` as Hex)).toBeNull()
  })
})
