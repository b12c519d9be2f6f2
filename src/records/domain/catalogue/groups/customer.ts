import { amount, currency, group, text } from '../make-group.ts'

export const BILL_TO = group(8, 'BillTo', 'Bill To.', {
  Address1: text(255, 'Address1.'),
  Address2: text(255, 'Address2.'),
  City: text(255, 'City.'),
  CompanyName: text(255, 'Company Name.'),
  CompanyTaxID: text(255, 'Company Tax ID.'),
  Country: text(50, 'Country.', { isRepetitive: true }),
  CustomerID: text(255, 'Customer ID.'),
  Email: text(255, 'Email.'),
  FirstName: text(255, 'First Name.'),
  HostName: text(255, 'Host Name.'),
  IPAddress: text(255, 'IPAddress.'),
  LastName: text(255, 'Last Name.'),
  MiddleName: text(255, 'Middle Name.'),
  NameSuffix: text(255, 'Name Suffix.'),
  Phone: text(255, 'Phone.'),
  State: text(50, 'State.', { isRepetitive: true }),
  Title: text(255, 'Title.'),
  UserName: text(255, 'User Name.'),
  Zip: text(255, 'Zip.'),
  PersonalID: text(255, 'Personal ID.'),
})

export const SHIP_TO = group(9, 'ShipTo', 'Ship To.', {
  CompanyName: text(255, 'Company Name.'),
})

export const CUSTOMER_FIELDS = group(10, 'CustomerFields', 'Customer Fields.', {
  BillingAddress1: text(255, 'Billing Address1.'),
  BillingAddress2: text(255, 'Billing Address2.'),
  BillingCity: text(255, 'Billing City.'),
  BillingCompanyName: text(255, 'Billing Company Name.'),
  BillingCountry: text(50, 'Billing Country.', { isRepetitive: true }),
  BillingEmail: text(255, 'Billing Email.'),
  BillingFirstName: text(255, 'Billing First Name.'),
  BillingLastName: text(255, 'Billing Last Name.'),
  BillingPhone: text(255, 'Billing Phone.'),
  BillingPostalCode: text(255, 'Billing Postal Code.'),
  BillingState: text(50, 'Billing State.', { isRepetitive: true }),
  CustomerID: text(255, 'Customer ID.'),
  CustomerUserName: text(255, 'Customer User Name.'),
  'PersonalId(CPF/CNPJ)': text(255, 'Personal Id(CPF/CNPJ).'),
  ShippingAddress1: text(255, 'Shipping Address1.'),
  ShippingAddress2: text(255, 'Shipping Address2.'),
  ShippingCity: text(255, 'Shipping City.'),
  ShippingCompanyName: text(255, 'Shipping Company Name.'),
  ShippingCountry: text(50, 'Shipping Country.', { isRepetitive: true }),
  ShippingFirstName: text(255, 'Shipping First Name.'),
  ShippingLastName: text(255, 'Shipping Last Name.'),
  ShippingPhone: text(255, 'Shipping Phone.'),
  ShippingPostalCode: text(255, 'Shipping Postal Code.'),
  ShippingState: text(50, 'Shipping State.', { isRepetitive: true }),
})

export const RECIPIENT = group(11, 'Recipient', 'Recipient.', {
  RecipientBillingAmount: amount('RecipientBillingCurrency', 'Recipient Billing Amount.'),
  RecipientBillingCurrency: currency('Recipient Billing Currency.'),
  ReferenceNumber: text(255, 'Reference Number.'),
})

export const SENDER = group(12, 'Sender', 'Sender.', {
  Address: text(255, 'Address.'),
  City: text(255, 'City.'),
  Country: text(50, 'Country.', { isRepetitive: true }),
  DOB: text(255, 'DOB.'),
  FirstName: text(255, 'First Name.'),
  LastName: text(255, 'Last Name.'),
  MiddleInitial: text(255, 'Middle Initial.'),
  PhoneNumber: text(255, 'Phone Number.'),
  PostalCode: text(255, 'Postal Code.'),
  SenderReferenceNumber: text(255, 'Sender Reference Number.'),
  SourceOfFunds: text(255, 'Source Of Funds.'),
  State: text(50, 'State.', { isRepetitive: true }),
})
