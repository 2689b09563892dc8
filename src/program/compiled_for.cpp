// The instructions the compiler was allowed to use, from its own macros.
#include "program/processor_check.h"

namespace whereabouts {

constinit const unsigned kCompiledFor = 0
#ifdef __SSE4_2__
                                        | kSse42
#endif
#ifdef __POPCNT__
                                        | kPopcnt
#endif
#ifdef __AVX__
                                        | kAvx
#endif
#ifdef __AVX2__
                                        | kAvx2
#endif
#ifdef __FMA__
                                        | kFma
#endif
#ifdef __BMI__
                                        | kBmi
#endif
#ifdef __BMI2__
                                        | kBmi2
#endif
#ifdef __AVX512F__
                                        | kAvx512f
#endif
#ifdef __AVX512BW__
                                        | kAvx512bw
#endif
#ifdef __AVX512CD__
                                        | kAvx512cd
#endif
#ifdef __AVX512DQ__
                                        | kAvx512dq
#endif
#ifdef __AVX512VL__
                                        | kAvx512vl
#endif
#ifdef __AVX512VNNI__
                                        | kAvx512vnni
#endif
#ifdef __AVX512VBMI__
                                        | kAvx512vbmi
#endif
#ifdef __AVX512VBMI2__
                                        | kAvx512vbmi2
#endif
#ifdef __AVX512BF16__
                                        | kAvx512bf16
#endif
    ;

}  // namespace whereabouts
