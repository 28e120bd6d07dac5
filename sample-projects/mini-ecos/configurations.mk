# The configurations: the options of each (for the #ifdefs of the original, and
# for the applications) and the aspects of each (for the refactored kernel).
# The first 13 are those of the paper's Figure 4 and Table 4.

CONFIGURATIONS = base excpt_hand excpt_hand_dec excpt_hand_global excpt_hand_global_dec \
	instrumentation thread_data thread_destrct thread_destrct_perthread thread_linked_list \
	thread_name thread_stack_limit thread_stackusage
MORE_CONFIGURATIONS = thread_stack_checking mutex_inherit mutex_ceiling mutex_dynamic tracing everything

OPTIONS_base =
OPTIONS_excpt_hand = EXCEPTIONS
OPTIONS_excpt_hand_dec = EXCEPTIONS EXCEPTIONS_DECODE
OPTIONS_excpt_hand_global = EXCEPTIONS EXCEPTIONS_GLOBAL
OPTIONS_excpt_hand_global_dec = EXCEPTIONS EXCEPTIONS_GLOBAL EXCEPTIONS_DECODE
OPTIONS_instrumentation = INSTRUMENTATION
OPTIONS_thread_data = THREAD_DATA
OPTIONS_thread_destrct = THREAD_DESTRUCTORS
OPTIONS_thread_destrct_perthread = THREAD_DESTRUCTORS THREAD_DESTRUCTORS_PER_THREAD
OPTIONS_thread_linked_list = THREAD_LIST
OPTIONS_thread_name = THREAD_NAME
OPTIONS_thread_stack_limit = THREAD_STACK_LIMIT
OPTIONS_thread_stackusage = THREAD_STACK_MEASUREMENT
OPTIONS_thread_stack_checking = THREAD_STACK_CHECKING
OPTIONS_mutex_inherit = MUTEX_PROTOCOL MUTEX_PROTOCOL_INHERIT
OPTIONS_mutex_ceiling = MUTEX_PROTOCOL MUTEX_PROTOCOL_CEILING
OPTIONS_mutex_dynamic = MUTEX_PROTOCOL MUTEX_PROTOCOL_INHERIT MUTEX_PROTOCOL_CEILING \
	MUTEX_PROTOCOL_DYNAMIC
OPTIONS_tracing = TRACING
OPTIONS_everything = EXCEPTIONS EXCEPTIONS_DECODE INSTRUMENTATION THREAD_DATA THREAD_DESTRUCTORS \
	THREAD_DESTRUCTORS_PER_THREAD THREAD_LIST THREAD_NAME THREAD_STACK_LIMIT THREAD_STACK_CHECKING \
	THREAD_STACK_MEASUREMENT $(OPTIONS_mutex_dynamic)

# The aspects of each option, with the files of their slices: a slice stands in a
# file of its own where advice beside it needs the finished class. Where two options choose between two aspects, the
# choice is made here, not by conditions in the aspects.
has = $(filter $(1),$(OPTIONS))
ASPECT_EXCEPTIONS = exception-slice exceptions $(if $(call has,EXCEPTIONS_GLOBAL),exceptions-global,exceptions-per-thread)
ASPECT_EXCEPTIONS_GLOBAL =
ASPECT_EXCEPTIONS_DECODE =
ASPECT_INSTRUMENTATION = instrument-thread instrument-scheduler instrument-interrupt \
	instrument-mutex instrument-semaphore
ASPECT_THREAD_DATA = thread-data
ASPECT_THREAD_DESTRUCTORS = destructor-slice thread-destructors \
	$(if $(call has,THREAD_DESTRUCTORS_PER_THREAD),destructors-per-thread,destructors-shared)
ASPECT_THREAD_DESTRUCTORS_PER_THREAD =
ASPECT_THREAD_LIST = thread-list
ASPECT_THREAD_NAME = thread-name
ASPECT_THREAD_STACK_LIMIT = stack-limit
ASPECT_THREAD_STACK_CHECKING = stack-guard-slice stack-checking
ASPECT_THREAD_STACK_MEASUREMENT = stack-measurement
ASPECT_MUTEX_PROTOCOL = raised-priority-slice mutex-protocol
ASPECT_MUTEX_PROTOCOL_INHERIT = mutex-inherit
ASPECT_MUTEX_PROTOCOL_CEILING = priority-ceiling-slice mutex-ceiling
ASPECT_MUTEX_PROTOCOL_DYNAMIC = dynamic-protocol-slice mutex-dynamic
ASPECT_TRACING = tracing

OPTIONS = $(OPTIONS_$(CONFIG))
ASPECT_NAMES = concern-order synchronization-slices interrupt-synchronization $(foreach option,$(OPTIONS),$(ASPECT_$(option)))
