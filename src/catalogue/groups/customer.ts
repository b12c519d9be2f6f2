import { amount, choice, country, currency, date, group, identifier, text } from '../make-group.ts'

export const BILL_TO = group(
  8,
  'BillTo',
  'Who pays, and the billing address.',
  {
    Address1: text(255, 'Street and house number of the billing address.'),
    Address2: text(255, 'Second line of the billing address.'),
    City: text(100, 'City of the billing address.'),
    CompanyName: text(255, 'Company for which the customer pays.'),
    CompanyTaxID: text(50, 'Tax number of the company.', { isRare: true }),
    Country: country('Country of the billing address, as a code of two letters.'),
    CustomerID: identifier(100, 'Number by which the merchant knows the customer.', {
      identifies: 'customer',
    }),
    Email: identifier(255, 'Email address of the customer.', {
      identifies: 'email',
      aliases: ['email'],
    }),
    FirstName: identifier(100, 'First name of the customer.', { aliases: ['firstName'] }),
    HostName: text(255, 'Name of the computer, found by its IP address.', { isRare: true }),
    IPAddress: text(45, 'IP address from which the customer ordered.'),
    LastName: identifier(100, 'Last name of the customer.', { aliases: ['lastName'] }),
    MiddleName: text(100, 'Middle name of the customer.', { isRare: true }),
    NameSuffix: text(50, 'What follows the name, such as Jr.', { isRare: true }),
    Phone: text(50, 'Phone number of the customer.', { identifies: 'phone' }),
    State: choice(50, 'State, province or region of the billing address.'),
    Title: text(50, 'Form of address, such as Dr.', { isRare: true }),
    UserName: text(100, 'Name with which the customer signs in at the merchant’s.', {
      isRare: true,
    }),
    Zip: text(20, 'Postal code of the billing address; in the United States five to nine digits.'),
    PersonalID: text(50, 'Number of an identity document or tax number of the person.', {
      isRare: true,
    }),
  },
  { isPersonal: true },
)

export const SHIP_TO = group(9, 'ShipTo', 'Who gets the goods.', {
  CompanyName: text(255, 'Company that gets the goods.', { isPersonal: true }),
})

export const CUSTOMER_FIELDS = group(
  10,
  'CustomerFields',
  'The customer as the fraud check saw it.',
  {
    BillingAddress1: text(255, 'Street and house number of the billing address.'),
    BillingAddress2: text(255, 'Second line of the billing address.'),
    BillingCity: text(100, 'City of the billing address.'),
    BillingCompanyName: text(255, 'Company for which the customer pays.'),
    BillingCountry: country('Country of the billing address, as a code of two letters.'),
    BillingEmail: identifier(255, 'Email address of the customer.', { identifies: 'email' }),
    BillingFirstName: identifier(100, 'First name of who pays.'),
    BillingLastName: identifier(100, 'Last name of who pays.'),
    BillingPhone: text(50, 'Phone number of who pays.', { identifies: 'phone' }),
    BillingPostalCode: text(20, 'Postal code of the billing address.'),
    BillingState: choice(50, 'State, province or region of the billing address.'),
    CustomerID: identifier(100, 'Number by which the merchant knows the customer.', {
      identifies: 'customer',
    }),
    CustomerUserName: text(100, 'Name with which the customer signs in at the merchant’s.'),
    'PersonalId(CPF/CNPJ)': text(50, 'Brazilian tax number of the person or the company.'),
    ShippingAddress1: text(255, 'Street and house number of the delivery address.'),
    ShippingAddress2: text(255, 'Second line of the delivery address.'),
    ShippingCity: text(100, 'City of the delivery address.'),
    ShippingCompanyName: text(255, 'Company that gets the goods.'),
    ShippingCountry: country('Country of the delivery address, as a code of two letters.'),
    ShippingFirstName: text(100, 'First name of who gets the goods.'),
    ShippingLastName: text(100, 'Last name of who gets the goods.'),
    ShippingPhone: text(50, 'Phone number of who gets the goods.', { identifies: 'phone' }),
    ShippingPostalCode: text(20, 'Postal code of the delivery address.'),
    ShippingState: choice(50, 'State, province or region of the delivery address.'),
  },
  { isPersonal: true },
)

export const RECIPIENT = group(11, 'Recipient', 'Who gets the money of a payout.', {
  RecipientBillingAmount: amount('RecipientBillingCurrency', 'Amount in the currency of the recipient’s account.'),
  RecipientBillingCurrency: currency('Currency of the recipient’s account.'),
  ReferenceNumber: identifier(50, 'Number by which the payout is known to the recipient.', {
    isPersonal: true,
  }),
})

export const SENDER = group(
  12,
  'Sender',
  'Who sends the money of a payout.',
  {
    Address: text(255, 'Street and house number of the sender.'),
    City: text(100, 'City of the sender.'),
    Country: country('Country of the sender, as a code of two letters.'),
    DOB: date('Date of birth of the sender.'),
    FirstName: identifier(100, 'First name of the sender.'),
    LastName: identifier(100, 'Last name of the sender.'),
    MiddleInitial: text(10, 'First letter of the sender’s middle name.'),
    PhoneNumber: text(50, 'Phone number of the sender.', { identifies: 'phone' }),
    PostalCode: text(20, 'Postal code of the sender.'),
    SenderReferenceNumber: identifier(50, 'Number by which the payout is known to the sender.'),
    SourceOfFunds: choice(50, 'From what kind of account the sender pays.', { isPersonal: false }),
    State: choice(50, 'State, province or region of the sender.'),
  },
  { isPersonal: true },
)
