/* Implement the operations here; made once by weft idl, yours from now on. */
#include "in_server.h"

/* Interface shop::Account */

IDL4_INLINE CORBA_long shop_Account__get_balance_implementation(CORBA_Object _caller, idl4_server_environment *_env)
{
  (void)_caller;
  (void)_env;
  CORBA_long __return;
  __builtin_memset(&__return, 0, sizeof(__return));
  return __return;
}
IDL4_PUBLISH_SHOP_ACCOUNT__GET_BALANCE(shop_Account__get_balance_implementation)

IDL4_INLINE CORBA_long shop_Account__get_limit_implementation(CORBA_Object _caller, idl4_server_environment *_env)
{
  (void)_caller;
  (void)_env;
  CORBA_long __return;
  __builtin_memset(&__return, 0, sizeof(__return));
  return __return;
}
IDL4_PUBLISH_SHOP_ACCOUNT__GET_LIMIT(shop_Account__get_limit_implementation)

IDL4_INLINE void shop_Account__set_limit_implementation(CORBA_Object _caller, const CORBA_long _value, idl4_server_environment *_env)
{
  (void)_caller;
  (void)_value;
  (void)_env;
}
IDL4_PUBLISH_SHOP_ACCOUNT__SET_LIMIT(shop_Account__set_limit_implementation)

IDL4_INLINE void shop_Account_pay_implementation(CORBA_Object _caller, const CORBA_long amount, idl4_server_environment *_env)
{
  (void)_caller;
  (void)amount;
  (void)_env;
}
IDL4_PUBLISH_SHOP_ACCOUNT_PAY(shop_Account_pay_implementation)

/* For numbers that no operation has: answer nobody. */
static IDL4_SERVICE void shop_Account_discard(idl4_server_t *_server)
{
  _server->reply = IDL4_NOTHING;
}
static const idl4_service_t shop_Account_discarded __attribute__((unused)) = shop_Account_discard;
static const idl4_service_t shop_Account_vtable[SHOP_ACCOUNT_DEFAULT_VTABLE_SIZE] = SHOP_ACCOUNT_DEFAULT_VTABLE;

void shop_Account_server(void);
void shop_Account_server(void)
{
  static shop_Account_buffer_t buffer;
  idl4_server_t server;

  shop_Account_start(&server, &buffer);
  for (;;) {
    shop_Account_reply_and_wait(&server);
    if (IDL4_UNLIKELY(IDL4_FAILED(server.result))) {
      shop_Account_discard(&server);
      continue;
    }
    idl4_process_request(&server, shop_Account_vtable[idl4_request_id(&server) & SHOP_ACCOUNT_FID_MASK]);
  }
}

/* Interface shop::Store */

IDL4_INLINE CORBA_long shop_Store__get_balance_implementation(CORBA_Object _caller, idl4_server_environment *_env)
{
  (void)_caller;
  (void)_env;
  CORBA_long __return;
  __builtin_memset(&__return, 0, sizeof(__return));
  return __return;
}
IDL4_PUBLISH_SHOP_STORE__GET_BALANCE(shop_Store__get_balance_implementation)

IDL4_INLINE CORBA_long shop_Store__get_limit_implementation(CORBA_Object _caller, idl4_server_environment *_env)
{
  (void)_caller;
  (void)_env;
  CORBA_long __return;
  __builtin_memset(&__return, 0, sizeof(__return));
  return __return;
}
IDL4_PUBLISH_SHOP_STORE__GET_LIMIT(shop_Store__get_limit_implementation)

IDL4_INLINE void shop_Store__set_limit_implementation(CORBA_Object _caller, const CORBA_long _value, idl4_server_environment *_env)
{
  (void)_caller;
  (void)_value;
  (void)_env;
}
IDL4_PUBLISH_SHOP_STORE__SET_LIMIT(shop_Store__set_limit_implementation)

IDL4_INLINE void shop_Store_pay_implementation(CORBA_Object _caller, const CORBA_long amount, idl4_server_environment *_env)
{
  (void)_caller;
  (void)amount;
  (void)_env;
}
IDL4_PUBLISH_SHOP_STORE_PAY(shop_Store_pay_implementation)

IDL4_INLINE shop_Article shop_Store_find_implementation(CORBA_Object _caller, const CORBA_char *name, idl4_server_environment *_env)
{
  (void)_caller;
  (void)name;
  (void)_env;
  static shop_Article __return;
  return __return;
}
IDL4_PUBLISH_SHOP_STORE_FIND(shop_Store_find_implementation)

IDL4_INLINE void shop_Store_put_implementation(CORBA_Object _caller, const shop_Article *what, CORBA_long *number, shop_Blob *label, idl4_server_environment *_env)
{
  (void)_caller;
  (void)what;
  (void)number;
  (void)label;
  (void)_env;
  label->_length = 0;
}
IDL4_PUBLISH_SHOP_STORE_PUT(shop_Store_put_implementation)

IDL4_INLINE void shop_Store_note_implementation(CORBA_Object _caller, const CORBA_char *text, idl4_server_environment *_env)
{
  (void)_caller;
  (void)text;
  (void)_env;
}
IDL4_PUBLISH_SHOP_STORE_NOTE(shop_Store_note_implementation)

IDL4_INLINE shop_Store shop_Store_branch_implementation(CORBA_Object _caller, const CORBA_unsigned_long index, idl4_server_environment *_env)
{
  (void)_caller;
  (void)index;
  (void)_env;
  shop_Store __return;
  __builtin_memset(&__return, 0, sizeof(__return));
  return __return;
}
IDL4_PUBLISH_SHOP_STORE_BRANCH(shop_Store_branch_implementation)

/* For numbers that no operation has: answer nobody. */
static IDL4_SERVICE void shop_Store_discard(idl4_server_t *_server)
{
  _server->reply = IDL4_NOTHING;
}
static const idl4_service_t shop_Store_discarded __attribute__((unused)) = shop_Store_discard;
static const idl4_service_t shop_Store_vtable[SHOP_STORE_DEFAULT_VTABLE_SIZE] = SHOP_STORE_DEFAULT_VTABLE;

void shop_Store_server(void);
void shop_Store_server(void)
{
  static shop_Store_buffer_t buffer;
  idl4_server_t server;

  shop_Store_start(&server, &buffer);
  for (;;) {
    shop_Store_reply_and_wait(&server);
    if (IDL4_UNLIKELY(IDL4_FAILED(server.result))) {
      shop_Store_discard(&server);
      continue;
    }
    idl4_process_request(&server, shop_Store_vtable[idl4_request_id(&server) & SHOP_STORE_FID_MASK]);
  }
}
