// Calls GET /organizations/v1/me of a Quittance in sandbox mode, with the existing client SDK and a signed request.
//   node examples/sdk-me.cjs [data folder, default: ./data]
const { readFileSync } = require('node:fs')
const { join } = require('node:path')
const sdk = require('cybersource-rest-client')

const folder = process.argv[2] ?? 'data'
const { baseUrl, merchant } = JSON.parse(
  readFileSync(join(folder, 'sandbox-credentials.json'), 'utf8'),
)

const client = new sdk.ApiClient()
client.setConfiguration({
  authenticationType: 'http_signature',
  merchantID: merchant.organizationId,
  merchantKeyId: merchant.sharedSecret.keyId,
  merchantsecretKey: merchant.sharedSecret.secret,
  runEnvironment: new URL(baseUrl).host,
  // The address that requests are sent to; not needed over https.
  intermediateHost: baseUrl,
  logConfiguration: { enableLog: false },
})

// The SDK's generated calls, such as new sdk.InvoicesApi(configuration).createInvoice(…), all end here.
const json = ['application/json']
client.callApi(
  '/organizations/v1/me', 'GET', {}, {}, {}, {}, null, [], json, json, Object, false,
  (error, _data, response) => {
    console.log(error?.response?.text ?? error?.message ?? response.text)
    process.exitCode = error ? 1 : 0
  },
)
