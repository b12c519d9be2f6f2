import { expect, test } from 'vitest'
import { startTestApp } from '../support/app.ts'
import { anOrganization } from '../support/organizations.ts'
import { plainHttp, sdkCustomFields } from '../support/sdk-client.ts'

test('the published SDK makes, reads, changes and deletes custom fields', async () => {
  const service = await startTestApp()
  const { sharedSecret } = await anOrganization(service.stores, 'sdk-shop')
  const configuration = {
    ...plainHttp(Number(new URL(service.url).port)),
    authenticationType: 'http_signature',
    merchantID: 'sdk-shop',
    merchantKeyId: sharedSecret.keyId,
    merchantsecretKey: sharedSecret.secret,
  }
  const table = { fieldType: 'text', label: 'Table', merchantDefinedDataIndex: 5 }

  const created = await sdkCustomFields(
    configuration,
    'createMerchantDefinedFieldDefinition',
    table,
  )
  const changed = await sdkCustomFields(configuration, 'putMerchantDefinedFieldsDefinitions', 1, {
    ...table,
    label: 'Desk',
  })
  const read = await sdkCustomFields(configuration, 'getMerchantDefinedFieldsDefinitions')
  const deleted = await sdkCustomFields(configuration, 'deleteMerchantDefinedFieldsDefinitions', 1)

  const field = { id: '1', fieldType: 'Text', merchantId: 'sdk-shop', merchantDefinedDataIndex: 5 }
  expect([created, changed, read, deleted].map(({ status }) => status)).toEqual([
    200, 200, 200, 200,
  ])
  expect(JSON.parse(created.text)).toMatchObject([{ ...field, label: 'Table' }])
  expect(JSON.parse(changed.text)).toMatchObject([{ ...field, label: 'Desk' }])
  expect(JSON.parse(read.text)).toMatchObject([{ ...field, label: 'Desk' }])
  expect(JSON.parse(deleted.text)).toEqual([])
})
