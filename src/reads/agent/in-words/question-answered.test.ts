import { describe, expect, test } from 'vitest'
import { readQuestion } from './question.ts'

const unreadOf = (text: string) => {
  const read = readQuestion(text)
  return read.kind === 'asked' ? [read.capability, read.unread] : read.kind
}

describe('[R136] a word that the capability does not answer is named', () => {
  test.each([
    ['Is the source code of Lumen verified?', 'verify_project', ['source code']],
    ['Is Lumen’s contract verified?', 'verify_project', ['contract']],
    ['Is the source of Lumen verified?', 'verify_project', ['source']],
    ['Is fake Lumen verified?', 'verify_project', ['fake']],
    ['Verify not Lumen', 'verify_project', ['not']],
    ['Was Lumen verified?', 'verify_project', ['was']],
    ['Is Lumen verified and how many contracts does it have?', 'verify_project', ['how many contracts']],
    ['Who ships Lumen?', 'builder_status', ['who']],
    ["Is Lumen's team active?", 'builder_status', ['team']],
    ["Is Lumen's token active?", 'builder_status', ['token']],
    ['Was Lumen active?', 'builder_status', ['was']],
    ['Was Lumen active and does it ship?', 'builder_status', ['was']],
    ['When was Lumen active?', 'builder_status', ['when was']],
    ['Where is Lumen active?', 'builder_status', ['where']],
    ['Why is Lumen dormant?', 'builder_status', ['why']],
    ['Is Lumen the most active project?', 'builder_status', ['most']],
    ['Is nobody building Lumen?', 'builder_status', ['nobody']],
    ['Will Lumen ship?', 'builder_status', ['will']],
    ['How many ships did Lumen make?', 'builder_status', ['how many']],
    ['Which release of Lumen is the biggest?', 'ships', ['biggest']],
    ['What did Lumen not ship last week?', 'ships', ['not']],
    ['What new releases does Lumen have since last release?', 'ships', ['since']],
    ['What are the unknown contracts of Lumen?', 'unknowns', ['contracts']],
    ['Has the source of Lumen changed?', 'what_changed', ['source']],
    ['Has Lumen changed its token?', 'what_changed', ['token']],
    ['How many contracts does Lumen have?', 'research_project', ['how many contracts']],
    ['What version is Lumen?', 'research_project', ['version']],
    ['What is the source code of Lumen?', 'research_project', ['source code']],
    ['Was Lumen built on gantry?', 'built_on', ['was']],
    ['Compare the releases of Lumen and Gantry', 'compare_builders', ['releases']],
  ])('%s', (text, capability, unread) => {
    expect(unreadOf(text)).toEqual([capability, unread])
  })
})

describe('a word that it answers, and one that carries nothing, is not', () => {
  test.each([
    ['Hello, could you please tell me if Lumen is still being maintained right now?', 'builder_status'],
    ['I want to know whether Lumen has stopped shipping', 'builder_status'],
    ['When did Lumen last ship?', 'builder_status'],
    ['What did Lumen ship last?', 'builder_status'],
    ['How active is Lumen?', 'builder_status'],
    ['How is Lumen verified, and why?', 'verify_project'],
    ['Is that the real, official token of Lumen?', 'verify_project'],
    ['How many releases does Lumen have?', 'ships'],
    ['When was the latest release of Lumen?', 'ships'],
    ['What was changed at Lumen recently?', 'what_changed'],
    ['Why is Lumen unknown?', 'unknowns'],
    ['How many projects are built on Lumen, and who builds on it?', 'built_on'],
    ['What is the status of Lumen?', 'research_project'],
    ['How is Lumen doing?', 'research_project'],
    ['What is the market cap of “Lumen”?', 'research_project'],
    ['How do Lumen and Gantry compare?', 'compare_builders'],
  ])('%s', (text, capability) => {
    expect(unreadOf(text)).toEqual([capability, []])
  })
})

describe('[R136] a second question without a word that is answered is named whole', () => {
  test.each([
    ['What is Lumen? Is it alive?', ['what is Lumen']],
    ['Is Lumen alive, and what is it?', ['what is it?']],
    ['Is Lumen alive? Is it shipping?', []],
    ['Is Lumen alive? Thanks!', []],
    ['is lumen alive? what is its token?', ['token']],
  ])('%s', (text, unread) => {
    expect(unreadOf(text)).toEqual(['builder_status', unread])
  })

  test('of a project as a whole every question is', () => {
    expect(unreadOf('tell me about Lumen, and what it is')).toEqual(['research_project', []])
  })
})

test.each([
  ['since 2026-11-20', 'since 2026-11-20'],
  ['between 2026-11-01 and 2026-11-15', 'between 2026-11-01 and 2026-11-15'],
  ['from 2026-11-01 to 2026-11-15', 'from 2026-11-01 to 2026-11-15'],
  ['since 2026-11-20T10:00:00.000Z', 'since 2026-11-20T10:00:00.000Z'],
  ['on 2026-11-20', 'on 2026-11-20'],
])('[R135] a date is a time that is not read, and the project is: %s', (date, unread) => {
  expect(readQuestion(`What changed at Lumen ${date}?`)).toMatchObject({
    capability: 'what_changed',
    query: { project: 'Lumen' },
    unread: [unread],
  })
})

test('a word of a name that is too long is named when it is dropped', () => {
  const long = `Research Harbour not ${'x'.repeat(60)} ${'y'.repeat(60)}`
  expect(readQuestion(long)).toMatchObject({
    query: { project: `Harbour ${'x'.repeat(60)}` },
    unread: [`not ${'y'.repeat(60)}`],
  })
})
