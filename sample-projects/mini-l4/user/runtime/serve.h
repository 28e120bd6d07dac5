/* The loop around generated server stubs, as weft idl's template writes it. */
#ifndef SERVE_H
#define SERVE_H

/* Defines void INTERFACE_serve(void), which does not return. BIG is INTERFACE in capitals. */
#define SERVE(INTERFACE, BIG)                                                                                          \
	static void INTERFACE##_serve(void)                                                                            \
	{                                                                                                              \
		static INTERFACE##_buffer_t buffer;                                                                    \
		idl4_server_t server;                                                                                  \
		INTERFACE##_start(&server, &buffer);                                                                   \
		BIG##_SERVE(server);                                                                                   \
	}

#endif
