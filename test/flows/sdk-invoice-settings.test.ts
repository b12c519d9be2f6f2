import { expect, test } from 'vitest'
import { startWholeService } from '../support/apps/whole-service.ts'
import { aPng } from '../support/data/images.ts'
import { anOrganization } from '../support/data/organizations.ts'
import { plainHttp, type SdkAnswer, sdkInvoicing } from '../support/http/sdk-client.ts'

type SettingsBody = {
  readonly invoiceSettingsInformation: Readonly<Record<string, unknown>>
  readonly warnings?: unknown
}
const bodyOf = ({ text }: SdkAnswer) => JSON.parse(text) as SettingsBody

test('the published SDK reads and writes invoice settings, a large logo and labels included', async () => {
  const { url, stores } = await startWholeService()
  const { organization, sharedSecret } = await anOrganization(stores, 'sdk-shop', { name: 'Shop' })
  const sdk = sdkInvoicing({
    ...plainHttp(Number(new URL(url).port)),
    authenticationType: 'http_signature',
    merchantID: organization.organizationId,
    merchantKeyId: sharedSecret.keyId,
    merchantsecretKey: sharedSecret.secret,
  })
  const merchantLogo = (await aPng({ width: 500, height: 500 })).toString('base64')

  const fresh = await sdk.getSettings()
  const changed = await sdk.updateSettings({
    invoiceSettingsInformation: {
      merchantLogo,
      headerStyle: { fontColor: '#000001', backgroundColor: '#009999' },
      deliveryLanguage: 'en-US',
      defaultCurrencyCode: 'EUR',
      payerAuthenticationInInvoicing: 'enable',
      customLabels: [{ key: 'billTo', value: 'Receiver' }],
    },
  })
  const found = await sdk.getSettings()

  expect([fresh.status, changed.status, found.status]).toEqual([200, 200, 200])
  expect(bodyOf(fresh).invoiceSettingsInformation).toMatchObject({
    merchantDisplayName: 'Shop',
    defaultCurrencyCode: 'USD',
  })
  expect(bodyOf(changed).warnings).toBeUndefined()
  expect(bodyOf(found)).toEqual(bodyOf(changed))
  expect(bodyOf(found).invoiceSettingsInformation).toMatchObject({
    merchantLogo: expect.stringMatching(/^data:image\/png;base64,/),
    headerStyle: { fontColor: '#000001', backgroundColor: '#009999' },
    defaultCurrencyCode: 'EUR',
    payerAuthentication3DSVersion: true,
    customLabels: [{ key: 'billTo', value: 'Receiver' }],
  })
})
