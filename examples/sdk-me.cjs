// Asks a Quittance that runs in sandbox mode who you are, with the existing client SDK and a signed request.
//   node examples/sdk-me.cjs [data folder, ./data unless given]
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
  // Where the requests really go; over https it is not needed.
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
