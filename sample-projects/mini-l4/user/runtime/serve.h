/* The loop around generated server stubs, as weft idl's template writes it. */
#ifndef SERVE_H
#define SERVE_H

#if KERNEL_ABI == 4
#define SERVE_FAILED(server) IDL4_FAILED((server).tag)
#define SERVE_DISCARD(server) ((server)->partner = IDL4_NO_THREAD, (server)->tag = 0)
#else
#define SERVE_FAILED(server) IDL4_FAILED((server).result)
#define SERVE_DISCARD(server) ((server)->reply = IDL4_NOTHING)
#endif

/* Defines void INTERFACE_serve(void), which does not return. BIG is INTERFACE in capitals. */
#define SERVE(INTERFACE, BIG)                                                                                          \
	static IDL4_SERVICE __attribute__((unused)) void INTERFACE##_discard(idl4_server_t *server)                    \
	{                                                                                                              \
		SERVE_DISCARD(server);                                                                                 \
	}                                                                                                              \
	static void INTERFACE##_serve(void)                                                                            \
	{                                                                                                              \
		static const idl4_service_t table[BIG##_DEFAULT_VTABLE_SIZE] = BIG##_DEFAULT_VTABLE;                   \
		static INTERFACE##_buffer_t buffer;                                                                    \
		idl4_server_t server;                                                                                  \
		INTERFACE##_start(&server, &buffer);                                                                   \
		for (;;) {                                                                                             \
			INTERFACE##_reply_and_wait(&server);                                                           \
			if (IDL4_UNLIKELY(SERVE_FAILED(server)))                                                       \
				INTERFACE##_discard(&server);                                                          \
			else                                                                                           \
				idl4_process_request(&server, table[idl4_request_id(&server) & BIG##_FID_MASK]);       \
		}                                                                                                      \
	}

#endif
