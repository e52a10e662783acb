import { loadChangelog } from '#app/files/changelog.ts'

/** Fails when CHANGELOG.md has another form than the service reads. The service itself would run without serving it. */
try {
  loadChangelog()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
