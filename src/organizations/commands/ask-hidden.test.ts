import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { askHidden } from './ask-hidden.ts'

test('typed input is returned and not shown', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()]

  const asked = askHidden('Password: ', { input, output })
  input.write('hunter 2\n')

  expect(await asked).toBe('hunter 2')
  expect(`${output.read()}${output.read()}`).toBe('Password: \n')
})
