import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { fileDatabase } from '#test/file-database.ts'
import { dropDatabase } from '#test/postgres.ts'
import { checkServer } from './check-server.ts'

const opened = await fileDatabase()

test('accepts the database of a new enough server', async () => {
  await expect(checkServer(opened.url)).resolves.toBeUndefined()
})

test('refuses a database whose encoding cannot store every character, and says how to create one', async () => {
  const url = new URL(opened.url)
  const name = `t_${randomUUID().replaceAll('-', '')}`
  url.pathname = `/${name}`
  await sql`create database ${sql.id(name)} encoding 'SQL_ASCII' locale 'C' template template0`.execute(
    opened.database,
  )
  await expect(checkServer(url.href)).rejects.toThrow(
    `${url.host} has the database ${name} in the encoding SQL_ASCII, expected UTF8: create it with encoding 'UTF8' template template0`,
  )
  await dropDatabase(url.href)
})

test('says that a password is missing', async () => {
  const url = new URL(opened.url)
  url.password = ''
  await expect(checkServer(url.href)).rejects.toThrow(
    `${url.host} asks for a password, and the address has none`,
  )
})
