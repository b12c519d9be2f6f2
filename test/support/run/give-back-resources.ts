import { afterAll } from 'vitest'
import { giveBackResources } from './file-resources.ts'

// Runs once for each test file, also where files share a worker and its modules.
afterAll(giveBackResources)
