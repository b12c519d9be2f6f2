import { amount, choice, country, currency, date, group, identifier, text } from '../make-group.ts'

export const BILL_TO = group(
  8,
  'BillTo',
  'The payer and the billing address.',
  {
    Address1: text(255, 'Street and house number of the billing address.'),
    Address2: text(255, 'Second line of the billing address.'),
    City: text(100, 'City of the billing address.'),
    CompanyName: text(255, 'Customer’s company.'),
    CompanyTaxID: text(50, 'Tax number of the company.', { isRare: true }),
    Country: country('Country of the billing address, as a two-letter code.'),
    CustomerID: identifier(100, 'Merchant’s number for the customer.', {
      identifies: 'customer',
    }),
    Email: identifier(255, 'Email address of the customer.', {
      identifies: 'email',
      aliases: ['email'],
    }),
    FirstName: identifier(100, 'First name of the customer.', { aliases: ['firstName'] }),
    HostName: text(255, 'Host name of the customer’s IP address.', { isRare: true }),
    IPAddress: text(45, 'IP address from which the customer ordered.'),
    LastName: identifier(100, 'Last name of the customer.', { aliases: ['lastName'] }),
    MiddleName: text(100, 'Middle name of the customer.', { isRare: true }),
    NameSuffix: text(50, 'Suffix of the name, such as Jr.', { isRare: true }),
    Phone: text(50, 'Phone number of the customer.', { identifies: 'phone' }),
    State: choice(50, 'State, province or region of the billing address.'),
    Title: text(50, 'Title, such as Dr.', { isRare: true }),
    UserName: text(100, 'Customer’s user name with the merchant.', {
      isRare: true,
    }),
    Zip: text(20, 'Postal code of the billing address; in the United States five to nine digits.'),
    PersonalID: text(50, 'Identity document or tax number of the person.', {
      isRare: true,
    }),
  },
  { isPersonal: true },
)

export const SHIP_TO = group(9, 'ShipTo', 'The recipient of the goods.', {
  CompanyName: text(255, 'Company that receives the goods.', { isPersonal: true }),
})

export const CUSTOMER_FIELDS = group(
  10,
  'CustomerFields',
  'The customer as the fraud check saw it.',
  {
    BillingAddress1: text(255, 'Street and house number of the billing address.'),
    BillingAddress2: text(255, 'Second line of the billing address.'),
    BillingCity: text(100, 'City of the billing address.'),
    BillingCompanyName: text(255, 'Customer’s company.'),
    BillingCountry: country('Country of the billing address, as a two-letter code.'),
    BillingEmail: identifier(255, 'Email address of the customer.', { identifies: 'email' }),
    BillingFirstName: identifier(100, 'First name of the payer.'),
    BillingLastName: identifier(100, 'Last name of the payer.'),
    BillingPhone: text(50, 'Phone number of the payer.', { identifies: 'phone' }),
    BillingPostalCode: text(20, 'Postal code of the billing address.'),
    BillingState: choice(50, 'State, province or region of the billing address.'),
    CustomerID: identifier(100, 'Merchant’s number for the customer.', {
      identifies: 'customer',
    }),
    CustomerUserName: text(100, 'Customer’s user name with the merchant.'),
    'PersonalId(CPF/CNPJ)': text(50, 'Brazilian tax number of the person or the company.'),
    ShippingAddress1: text(255, 'Street and house number of the delivery address.'),
    ShippingAddress2: text(255, 'Second line of the delivery address.'),
    ShippingCity: text(100, 'City of the delivery address.'),
    ShippingCompanyName: text(255, 'Company that receives the goods.'),
    ShippingCountry: country('Country of the delivery address, as a two-letter code.'),
    ShippingFirstName: text(100, 'First name of the recipient of the goods.'),
    ShippingLastName: text(100, 'Last name of the recipient of the goods.'),
    ShippingPhone: text(50, 'Phone number of the recipient of the goods.', { identifies: 'phone' }),
    ShippingPostalCode: text(20, 'Postal code of the delivery address.'),
    ShippingState: choice(50, 'State, province or region of the delivery address.'),
  },
  { isPersonal: true },
)

export const RECIPIENT = group(11, 'Recipient', 'The recipient of a payout.', {
  RecipientBillingAmount: amount('RecipientBillingCurrency', 'Amount in the currency of the recipient’s account.'),
  RecipientBillingCurrency: currency('Currency of the recipient’s account.'),
  ReferenceNumber: identifier(50, 'Recipient’s reference number for the payout.', {
    isPersonal: true,
  }),
})

export const SENDER = group(
  12,
  'Sender',
  'The sender of a payout.',
  {
    Address: text(255, 'Street and house number of the sender.'),
    City: text(100, 'City of the sender.'),
    Country: country('Country of the sender, as a two-letter code.'),
    DOB: date('Date of birth of the sender.'),
    FirstName: identifier(100, 'First name of the sender.'),
    LastName: identifier(100, 'Last name of the sender.'),
    MiddleInitial: text(10, 'First letter of the sender’s middle name.'),
    PhoneNumber: text(50, 'Phone number of the sender.', { identifies: 'phone' }),
    PostalCode: text(20, 'Postal code of the sender.'),
    SenderReferenceNumber: identifier(50, 'Sender’s reference number for the payout.'),
    SourceOfFunds: choice(50, 'Type of the sender’s account.', { isPersonal: false }),
    State: choice(50, 'State, province or region of the sender.'),
  },
  { isPersonal: true },
)
