/* Where handlers of exceptions stand. */
#ifndef EXCEPTION_CONTROL_HXX
#define EXCEPTION_CONTROL_HXX

#include "hal.hxx"

typedef void ExceptionHandler(word data, unsigned number, word information);

struct ExceptionSlot {
	ExceptionHandler *handler;
	word data;
};

class ExceptionControl {
#ifdef CONFIG_EXCEPTIONS_DECODE
	ExceptionSlot slots[HAL_EXCEPTIONS];
#else
	ExceptionSlot single;
#endif

public:
	ExceptionSlot &slot(unsigned number)
	{
#ifdef CONFIG_EXCEPTIONS_DECODE
		return slots[number];
#else
		(void)number;
		return single;
#endif
	}
	void install(unsigned number, ExceptionHandler *handler, word data)
	{
		slot(number).handler = handler;
		slot(number).data = data;
	}
	bool deliver(unsigned number, word information)
	{
		ExceptionSlot &one = slot(number);

		if (one.handler == 0)
			return false;
		one.handler(one.data, number, information);
		return true;
	}
};

#endif
